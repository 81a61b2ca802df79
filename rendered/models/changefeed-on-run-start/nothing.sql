describe detail changefeed.messages;

describe detail changefeed.rejected_lines;

describe detail changefeed_internal.runs;

describe detail changefeed_internal.concurrent_changes;

describe detail changefeed_internal.decoded;

describe detail changefeed_internal.folded_rows;

describe detail changefeed_internal.read_batches;

describe detail changefeed_internal.redefined_keys;

describe detail changefeed_internal.refold_requests;

describe detail changefeed_internal.sent_types;

describe detail changefeed_internal.source_columns;

describe detail changefeed_internal.source_epochs;

describe detail changefeed_internal.source_tables;

describe detail changefeed_internal.statements;

describe detail changefeed_internal.table_reloads;

describe detail changefeed_internal.versions;
