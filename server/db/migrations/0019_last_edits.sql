CREATE TABLE `last_edits` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`at` text NOT NULL,
	`device` text NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `last_edits_user` ON `last_edits` (`user_id`);