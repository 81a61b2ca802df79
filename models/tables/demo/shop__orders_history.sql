{{ changefeed.typed_history('shop__orders') }}
