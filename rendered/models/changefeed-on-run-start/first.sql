describe detail changefeed.messages;

describe detail changefeed.rejected_lines;

describe detail changefeed_internal.runs;

set spark.sql.codegen.wholeStage=false;

set spark.sql.codegen.factoryMode=NO_CODEGEN;

set spark.sql.adaptive.enabled=false;

set spark.sql.shuffle.partitions=1;
