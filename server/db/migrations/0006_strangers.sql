CREATE TABLE `account_identities` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`seal_public_key` text NOT NULL,
	`seal_private_key` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `account_identities_account` ON `account_identities` (`account_id`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`last_seen_at` text NOT NULL,
	PRIMARY KEY(`token_hash`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `known_devices_user` ON `known_devices` (`user_id`,`last_seen_at`);--> statement-breakpoint
CREATE TABLE `mark_presses` (
	`kind` text NOT NULL,
	`post_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`pressed_at` text NOT NULL,
	PRIMARY KEY(`kind`, `post_id`, `user_id`),
	FOREIGN KEY (`post_id`) REFERENCES `inspiration_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_set_aside` (
	`name` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`attempts` integer NOT NULL,
	`since` text NOT NULL,
	`next_at` text NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `bookings` ADD `consent_at` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `earlier` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_ops` ADD `sender` text;--> statement-breakpoint
ALTER TABLE `payment_ops` ADD `send_until` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `not_arrived_at` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `late_told_at` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `consent_version` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `consent_at` text;--> statement-breakpoint
ALTER TABLE `sync_clock` ADD `life` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `payouts_held_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `calendar_nonce` text;--> statement-breakpoint
CREATE INDEX `messages_sender` ON `messages` (`sender_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `stripe_events_due` ON `stripe_events` (`state`,`next_at`);--> statement-breakpoint
DROP TABLE `login_attempts`;
