CREATE TABLE IF NOT EXISTS `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`token` integer NOT NULL,
	`until` real NOT NULL
) STRICT;
