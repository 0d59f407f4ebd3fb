CREATE TABLE `sync_runs` (
	`n` integer PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	`began` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sync_runs_run_unique` ON `sync_runs` (`run`);--> statement-breakpoint
ALTER TABLE `sync_clock` ADD `epoch_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sync_clock` ADD `mark_key` text DEFAULT '' NOT NULL;