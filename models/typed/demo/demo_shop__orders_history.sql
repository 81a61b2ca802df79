{{ changefeed.typed_history('demo_shop__orders') }}
