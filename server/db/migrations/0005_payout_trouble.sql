CREATE TABLE `account_ops` (
	`business_key` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`request` text NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`provider_id` text,
	`created_at` text NOT NULL,
	`done_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `account_ops_user` ON `account_ops` (`user_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `payout_trouble` text;