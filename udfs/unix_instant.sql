if(
    text rlike r'^-?[0-9]{1,12}([.][0-9]{1,6}0*)?\z'
    and try_cast(text as decimal(18, 6)) between -62135596800 and 253402300799.999999,
    timestamp_micros(cast(try_cast(text as decimal(18, 6)) * 1000000 as bigint)),
    null
)
