case
    when try_cast(mask as decimal(20, 0)) between 0 and pow(cast(2 as double), size(labels)) - 1 then array_join(
        transform(
            filter(
                sequence(1, size(labels)),
                n -> substr(lpad(conv(mask, 10, 2), 64, '0'), 65 - n, 1) = '1'
            ),
            n -> labels[n - 1]
        ),
        ','
    )
end
