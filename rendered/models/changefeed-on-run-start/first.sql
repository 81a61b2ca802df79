describe detail changefeed.messages;

describe detail changefeed.rejected_lines;

describe detail changefeed_internal.runs;
