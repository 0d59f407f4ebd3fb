CREATE TABLE IF NOT EXISTS `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`token` integer NOT NULL,
	`until` real NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `limit_records` (
	`key` text PRIMARY KEY NOT NULL,
	`count` real NOT NULL,
	`at` real NOT NULL,
	`until` real NOT NULL
) STRICT;
