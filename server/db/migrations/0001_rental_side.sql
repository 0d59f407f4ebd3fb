CREATE TABLE `drafts` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`fields` text NOT NULL,
	`others` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`);--> statement-breakpoint
CREATE TABLE `handovers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`moment` text NOT NULL,
	`checks` text NOT NULL,
	`photos` text NOT NULL,
	`note` text,
	`composed_at` text,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `handovers_page` ON `handovers` (`booking_id`,`user_id`,`moment`);--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_accounts_name` ON `ledger_accounts` (`name`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`tx_id` integer NOT NULL,
	`n` integer NOT NULL,
	`account_id` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`tx_id`, `n`),
	FOREIGN KEY (`tx_id`) REFERENCES `ledger_txs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_amount" CHECK("ledger_entries"."amount" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`);--> statement-breakpoint
CREATE TABLE `ledger_txs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`booking_id` integer,
	`dedupe` text NOT NULL,
	`at` text NOT NULL,
	`sealed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_txs_dedupe` ON `ledger_txs` (`dedupe`);--> statement-breakpoint
CREATE INDEX `ledger_txs_booking` ON `ledger_txs` (`booking_id`);--> statement-breakpoint
CREATE TABLE `operator_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`operator` text NOT NULL,
	`act` text NOT NULL,
	`subject` text NOT NULL,
	`note` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`type` text NOT NULL,
	`booking_id` integer,
	`title` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`due_at` text,
	`held_because` text,
	`created_at` text NOT NULL,
	`dedupe` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_dedupe` ON `transactions` (`dedupe`);--> statement-breakpoint
CREATE INDEX `transactions_user` ON `transactions` (`user_id`);--> statement-breakpoint
CREATE INDEX `transactions_booking` ON `transactions` (`booking_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `pickup_note` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `fee_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `released_at` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `transferred_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `consent_version` text;--> statement-breakpoint
ALTER TABLE `damage_reports` ADD `decision_note` text;--> statement-breakpoint
ALTER TABLE `damage_reports` ADD `payment_state` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `damage_reports` ADD `payment_attempt` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `damage_reports` ADD `stripe_charge_id` text;--> statement-breakpoint
ALTER TABLE `damage_reports` ADD `transferred_at` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `photo_alts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `pickup_note` text;--> statement-breakpoint
ALTER TABLE `users` ADD `is_operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `calendar_token` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_calendar_token` ON `users` (`calendar_token`);--> statement-breakpoint
CREATE TRIGGER `ledger_entries_sealed` BEFORE INSERT ON `ledger_entries` WHEN (SELECT sealed FROM ledger_txs WHERE id = NEW.tx_id) = 1 BEGIN SELECT RAISE(ABORT, 'ledger: this transaction is sealed'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_fixed` BEFORE UPDATE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger: entries are never changed'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_kept` BEFORE DELETE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger: entries are never deleted'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_txs_fixed` BEFORE UPDATE ON `ledger_txs` WHEN OLD.sealed = 1 OR NEW.sealed <> 1 OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.dedupe <> OLD.dedupe OR NEW.at <> OLD.at OR NEW.booking_id IS NOT OLD.booking_id BEGIN SELECT RAISE(ABORT, 'ledger: transactions are never changed'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_txs_balanced` BEFORE UPDATE ON `ledger_txs` WHEN NEW.sealed = 1 AND ((SELECT count(*) FROM ledger_entries WHERE tx_id = NEW.id) < 2 OR (SELECT sum(amount) FROM ledger_entries WHERE tx_id = NEW.id) <> 0) BEGIN SELECT RAISE(ABORT, 'ledger: a transaction must balance'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_txs_kept` BEFORE DELETE ON `ledger_txs` BEGIN SELECT RAISE(ABORT, 'ledger: transactions are never deleted'); END;--> statement-breakpoint
CREATE TRIGGER `operator_acts_fixed` BEFORE UPDATE ON `operator_acts` BEGIN SELECT RAISE(ABORT, 'what operators did is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `operator_acts_kept` BEFORE DELETE ON `operator_acts` BEGIN SELECT RAISE(ABORT, 'what operators did is never deleted'); END;
