CREATE TABLE `moderation_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`act` text NOT NULL,
	`reason` text NOT NULL,
	`operator` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `moderation_acts_subject` ON `moderation_acts` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `moderation_acts_person` ON `moderation_acts` (`person_id`);--> statement-breakpoint
ALTER TABLE `reports` ADD `act_id` integer REFERENCES moderation_acts(id);--> statement-breakpoint
CREATE INDEX `reports_act` ON `reports` (`act_id`);