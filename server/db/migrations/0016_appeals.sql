CREATE TABLE `appeals` (
	`act_id` integer PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`created_at` text NOT NULL,
	`decided_at` text,
	`taken_back` integer,
	`answer` text,
	`operator` text,
	FOREIGN KEY (`act_id`) REFERENCES `moderation_acts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `appeals_waiting` ON `appeals` (`created_at`) WHERE "appeals"."decided_at" IS NULL;