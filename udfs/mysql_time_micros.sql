if(
    text rlike r'^-?[0-9]{1,3}:[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6}0*)?\z',
    if(left(text, 1) = '-', -1, 1) * (
        cast(split_part(ltrim('-', text), ':', 1) as bigint) * 3600000000
        + cast(split_part(text, ':', 2) as bigint) * 60000000
        + cast(cast(split_part(text, ':', 3) as decimal(8, 6)) * 1000000 as bigint)
    ),
    null
)
