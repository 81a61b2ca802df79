case
    when ordinal = '0' then ''
    when try_cast(ordinal as int) between 1 and size(labels) then labels[try_cast(ordinal as int) - 1]
end
