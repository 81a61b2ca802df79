{#-
What columns with personal data are called, and the mask that suits them: a list of (action, regular expressions of
whole names, in small letters and without _ and - and blanks).
-#}
{%- macro personal_names() -%}
    {{- return([
        ('hash', ['e?mail', 'e?mailaddr(?:ess)?', 'youxiang', '.*邮箱.*', '.*邮件地址.*']),
        ('keep_last:4', [
            '.*phone(?:no|number)?', 'mobile(?:no|number)?', 'cell(?:no|phone)?', 'tel(?:no|ephone)?', 'fax', 'shouji(?:hao)?',
            'dianhua', '.*手机.*', '.*电话.*',
        ]),
        ('hash', [
            'id(?:card|cardno|number)', 'identity(?:no|card|number)?', 'sfz(?:h|hm)?', 'shenfenzheng(?:hao)?', 'ssn',
            'passport(?:no|number)?', 'taxid', 'drivers?licen[cs]e.*', '.*身份证.*', '.*护照.*', '.*证件号.*',
        ]),
        ('hash', [
            'iban', 'bank(?:card|account)(?:no|number)?', 'cardno', 'cardnumber', 'creditcard.*', 'yinhangka(?:hao)?',
            '.*银行卡.*', '.*银行账[号户].*',
        ]),
        ('generalize:year', ['birth(?:day|date)?', 'dateofbirth', 'dob', 'born(?:on|at)?', 'shengri', '.*生日.*', '.*出生.*']),
        ('null', ['(?:first|last|full|real|family|given|sur|maiden)name', 'xingming', '.*姓名.*', '真名']),
        ('null', [
            '(?:home|street|postal|shipping|billing|delivery|contact)?addr(?:ess)?(?:line)?[0-9]?', 'street',
            '(?:zip|postal)code', 'dizhi', '.*地址.*', '.*邮编.*',
        ]),
        ('null', [
            '(?:client|remote|last|user|login)?ip(?:v4|v6|addr(?:ess)?)?', 'gender', 'sex', 'religion', 'nationality',
            'xingbie', '.*性别.*', '.*民族.*',
        ]),
        ('null', ['password', 'passwd', 'pwd', 'mima', '.*密码.*']),
    ]) -}}
{%- endmacro -%}
