CREATE TABLE `purchase_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`purchase_id` integer NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	FOREIGN KEY (`purchase_id`) REFERENCES `made_to_order_purchases`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `purchase_history_purchase` ON `purchase_history` (`purchase_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_payment_ops` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`business_key` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` integer,
	`purchase_id` integer,
	`amount` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`provider_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`error_code` text,
	`created_at` text NOT NULL,
	`done_at` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`purchase_id`) REFERENCES `made_to_order_purchases`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_ops_about" CHECK(("__new_payment_ops"."booking_id" IS NULL) <> ("__new_payment_ops"."purchase_id" IS NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_payment_ops`("id", "business_key", "kind", "booking_id", "purchase_id", "amount", "state", "provider_id", "attempts", "next_at", "error_code", "created_at", "done_at") SELECT "id", "business_key", "kind", "booking_id", NULL, "amount", "state", "provider_id", "attempts", "next_at", "error_code", "created_at", "done_at" FROM `payment_ops`;--> statement-breakpoint
DROP TABLE `payment_ops`;--> statement-breakpoint
ALTER TABLE `__new_payment_ops` RENAME TO `payment_ops`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_ops_business_key` ON `payment_ops` (`business_key`);--> statement-breakpoint
CREATE INDEX `payment_ops_due` ON `payment_ops` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `payment_ops_booking` ON `payment_ops` (`booking_id`);--> statement-breakpoint
CREATE INDEX `payment_ops_purchase` ON `payment_ops` (`purchase_id`);--> statement-breakpoint
ALTER TABLE `ledger_txs` ADD `purchase_id` integer REFERENCES made_to_order_purchases(id);--> statement-breakpoint
ALTER TABLE `made_to_order_items` ADD `photo_alts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_items` ADD `paused_until` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `payment_state` text DEFAULT 'unpaid' NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `payment_method_id` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `payment_attempt` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `stripe_charge_id` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `pay_by` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `fee_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `released_at` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `transferred_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `need_by` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `tracking_note` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `cancel_asked_at` text;--> statement-breakpoint
ALTER TABLE `transactions` ADD `purchase_id` integer REFERENCES made_to_order_purchases(id);--> statement-breakpoint
DROP TRIGGER `ledger_txs_fixed`;--> statement-breakpoint
CREATE TRIGGER `ledger_txs_fixed` BEFORE UPDATE ON `ledger_txs` WHEN OLD.sealed = 1 OR NEW.sealed <> 1 OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.dedupe <> OLD.dedupe OR NEW.at <> OLD.at OR NEW.booking_id IS NOT OLD.booking_id OR NEW.purchase_id IS NOT OLD.purchase_id BEGIN SELECT RAISE(ABORT, 'ledger: transactions are never changed'); END;
