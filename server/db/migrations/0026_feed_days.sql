CREATE TABLE `sync_days` (
	`day` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `sync_feed_gone` ON `sync_feed` (`seq`) WHERE del <> 0;