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
CREATE INDEX `appeals_waiting` ON `appeals` (`created_at`) WHERE "appeals"."decided_at" IS NULL;--> statement-breakpoint
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
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`photo` text DEFAULT '' NOT NULL,
	`reporter_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`reason` text NOT NULL,
	`words` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	`created_at` text NOT NULL,
	`closed_at` text,
	`act_id` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`act_id`) REFERENCES `moderation_acts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_sides" CHECK("reports"."reporter_id" <> "reports"."owner_id")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`kind`,`subject_id`,`photo`) WHERE "reports"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_subject` ON `reports` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_owner` ON `reports` (`owner_id`);--> statement-breakpoint
CREATE INDEX `reports_act` ON `reports` (`act_id`);--> statement-breakpoint
CREATE INDEX `reports_waiting` ON `reports` (`created_at`) WHERE "reports"."closed_at" IS NULL;