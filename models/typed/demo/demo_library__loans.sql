{{ changefeed.typed_table() }}
