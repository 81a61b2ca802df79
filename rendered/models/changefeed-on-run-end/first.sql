merge into changefeed_internal.typed_tables as noted using (select * from values ('changefeed_shop.orders', 'demo_shop__orders', '{"actions": "", "columns": {}, "dialect": "", "folded_rows": "the id of changefeed_internal.folded_rows", "followed": {}, "gone": [], "layout": "", "properties": {}, "refused": [], "request": 0}', '…', 0L, cast(null as bigint)) as new (relation, model, basis, query, checked_batch_id, version)) as new on noted.relation = new.relation when matched then update set * when not matched then insert *;

optimize changefeed.messages;

optimize changefeed.rejected_lines;

optimize changefeed_internal.runs;

optimize changefeed_internal.concurrent_changes;

optimize changefeed_internal.decoded;

optimize changefeed_internal.folded_rows;

optimize changefeed_internal.read_batches;

optimize changefeed_internal.redefined_keys;

optimize changefeed_internal.refold_requests;

optimize changefeed_internal.sent_types;

optimize changefeed_internal.source_columns;

optimize changefeed_internal.source_epochs;

optimize changefeed_internal.source_tables;

optimize changefeed_internal.statements;

optimize changefeed_internal.table_reloads;

optimize changefeed_internal.versions;
