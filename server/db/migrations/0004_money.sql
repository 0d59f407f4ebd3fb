CREATE TABLE `payment_disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` integer,
	`purchase_id` integer,
	`is_damage` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`taken` integer NOT NULL,
	`reason` text NOT NULL,
	`answer_by` text,
	`opened_at` text NOT NULL,
	`closed_at` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`purchase_id`) REFERENCES `made_to_order_purchases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_disputes_about" CHECK(("payment_disputes"."booking_id" IS NULL) <> ("payment_disputes"."purchase_id" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_disputes_booking` ON `payment_disputes` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payment_disputes_purchase` ON `payment_disputes` (`purchase_id`);--> statement-breakpoint
CREATE TABLE `provider_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `provider_movements` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`source` text,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`created_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `provider_movements_created` ON `provider_movements` (`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `dispute_state` text;--> statement-breakpoint
ALTER TABLE `payment_ops` ADD `tries` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_ops` ADD `target_id` text;--> statement-breakpoint
ALTER TABLE `payment_ops` ADD `sent_at` text;--> statement-breakpoint
UPDATE `payment_ops` SET `sent_at` = `created_at` WHERE `attempts` > 0;--> statement-breakpoint
CREATE INDEX `payment_ops_provider` ON `payment_ops` (`provider_id`);--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `dispute_state` text;--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `next_at` text;--> statement-breakpoint
ALTER TABLE `transactions` ADD `cause` text;--> statement-breakpoint
CREATE INDEX `ledger_txs_purchase` ON `ledger_txs` (`purchase_id`);