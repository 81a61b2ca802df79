{{ changefeed.typed_changes('demo_shop__orders') }}
