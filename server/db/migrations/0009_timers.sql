DROP INDEX `ledger_entries_account`;--> statement-breakpoint
CREATE INDEX `ledger_entries_account` ON `ledger_entries` (`account_id`,`amount`);--> statement-breakpoint
CREATE INDEX `bookings_payment` ON `bookings` (`payment_state`,`status`);--> statement-breakpoint
CREATE INDEX `bookings_charge` ON `bookings` (`stripe_charge_id`);--> statement-breakpoint
CREATE INDEX `bookings_unreleased` ON `bookings` (`payment_state`,`end_date`) WHERE "bookings"."released_at" IS NULL;--> statement-breakpoint
CREATE INDEX `bookings_unsent` ON `bookings` (`id`) WHERE "bookings"."released_at" IS NOT NULL AND "bookings"."transferred_amount" < ("bookings"."total_amount" - "bookings"."fee_amount") - "bookings"."refunded_amount" * ("bookings"."total_amount" - "bookings"."fee_amount") / max(1, "bookings"."total_amount");--> statement-breakpoint
CREATE INDEX `damage_reports_due` ON `damage_reports` (`status`,`response_deadline`);--> statement-breakpoint
CREATE INDEX `damage_reports_payment` ON `damage_reports` (`payment_state`,`transferred_at`);--> statement-breakpoint
CREATE INDEX `damage_reports_charge` ON `damage_reports` (`stripe_charge_id`);--> statement-breakpoint
CREATE INDEX `damage_reports_intent` ON `damage_reports` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE INDEX `payment_disputes_state` ON `payment_disputes` (`state`,`answer_by`);--> statement-breakpoint
CREATE INDEX `payment_ops_done` ON `payment_ops` (`done_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchases_charge` ON `made_to_order_purchases` (`stripe_charge_id`);--> statement-breakpoint
CREATE INDEX `purchases_unpaid` ON `made_to_order_purchases` (`pay_by`) WHERE "made_to_order_purchases"."pay_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `purchases_unreleased` ON `made_to_order_purchases` (`status`,`estimated_delivery_date`) WHERE "made_to_order_purchases"."released_at" IS NULL;--> statement-breakpoint
CREATE INDEX `purchases_unsent` ON `made_to_order_purchases` (`id`) WHERE "made_to_order_purchases"."released_at" IS NOT NULL AND "made_to_order_purchases"."transferred_amount" < ("made_to_order_purchases"."total_amount" - "made_to_order_purchases"."fee_amount") - "made_to_order_purchases"."refunded_amount" * ("made_to_order_purchases"."total_amount" - "made_to_order_purchases"."fee_amount") / max(1, "made_to_order_purchases"."total_amount");--> statement-breakpoint
CREATE INDEX `transactions_purchase` ON `transactions` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `transactions_held` ON `transactions` (`held_because`);--> statement-breakpoint
CREATE INDEX `users_payout_trouble` ON `users` (`id`) WHERE "users"."payout_trouble" IS NOT NULL;