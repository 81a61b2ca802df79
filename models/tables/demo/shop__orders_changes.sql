{{ changefeed.typed_changes('shop__orders') }}
