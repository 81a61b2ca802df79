case
    when text is null or not text rlike r'^[A-Za-z0-9+/]++={0,2}\z' or not length(try_to_binary(text, 'base64')) between 1 and 29 then null
    when length(try_to_binary(text, 'base64')) <= 7 then cast(
        cast(conv(hex(try_to_binary(text, 'base64')), 16, 10) as bigint)
        - if(hex(try_to_binary(text, 'base64')) rlike '^[89A-F]', shiftleft(1L, 8 * length(try_to_binary(text, 'base64'))), 0L) as string
    )
    else aggregate(
        array(if(
            hex(try_to_binary(text, 'base64')) rlike '^[89A-F]',
            translate(hex(try_to_binary(text, 'base64')), '0123456789ABCDEF', 'FEDCBA9876543210'),
            hex(try_to_binary(text, 'base64'))
        )),
        '',
        (found, digits) -> concat(
            if(hex(try_to_binary(text, 'base64')) rlike '^[89A-F]', '-', ''),
            coalesce(nullif(ltrim('0', array_join(transform(
                reverse(aggregate(
                    concat(
                        transform(
                            regexp_extract_all(lpad(digits, 64, '0'), '.{8}', 0),
                            word -> named_struct('times', 4294967296L, 'plus', cast(conv(word, 16, 10) as bigint))
                        ),
                        if(
                            hex(try_to_binary(text, 'base64')) rlike '^[89A-F]',
                            array(named_struct('times', 1L, 'plus', 1L)),
                            cast(array() as array<struct<times: bigint, plus: bigint>>)
                        )
                    ),
                    array_repeat(0L, 9),
                    (limbs, step) -> aggregate(
                        limbs,
                        named_struct('done', cast(array() as array<bigint>), 'carry', step.plus),
                        (sum, limb) -> named_struct(
                            'done', concat(sum.done, array((limb * step.times + sum.carry) % 1000000000L)),
                            'carry', (limb * step.times + sum.carry) div 1000000000L
                        )
                    ).done
                )),
                limb -> lpad(cast(limb as string), 9, '0')
            ), '')), ''), '0')
        )
    )
end
