CREATE TABLE `board_posts` (
	`board_key` text NOT NULL,
	`post_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`board_key`, `post_id`),
	FOREIGN KEY (`board_key`) REFERENCES `boards`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `inspiration_posts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `boards` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`event_date` text,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `boards_user` ON `boards` (`user_id`);--> statement-breakpoint
CREATE TABLE `booking_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `booking_history_booking` ON `booking_history` (`booking_id`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`note` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`status_reason` text,
	`status_changed_at` text NOT NULL,
	`payment_state` text DEFAULT 'unconfirmed' NOT NULL,
	`payment_method_id` text,
	`payment_attempt` integer DEFAULT 1 NOT NULL,
	`stripe_payment_intent_id` text,
	`stripe_charge_id` text,
	`capture_before` text,
	`held_at` text,
	`expires_at` text,
	`pay_by` text,
	`total_amount` integer DEFAULT 0 NOT NULL,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`listing_title` text NOT NULL,
	`listing_photo` text NOT NULL,
	`price_cents` integer NOT NULL,
	`terms` text NOT NULL,
	`cancellation_preset` text NOT NULL,
	`timezone` text NOT NULL,
	`pickup_address` text,
	`created_at` text NOT NULL,
	`client_id` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_range" CHECK("bookings"."end_date" >= "bookings"."start_date"),
	CONSTRAINT "bookings_quantity" CHECK("bookings"."quantity" > 0),
	CONSTRAINT "bookings_refund" CHECK("bookings"."refunded_amount" BETWEEN 0 AND "bookings"."total_amount"),
	CONSTRAINT "bookings_sides" CHECK("bookings"."user_id" <> "bookings"."owner_id")
) STRICT;
--> statement-breakpoint
CREATE INDEX `bookings_listing` ON `bookings` (`listing_id`,`status`);--> statement-breakpoint
CREATE INDEX `bookings_user` ON `bookings` (`user_id`);--> statement-breakpoint
CREATE INDEX `bookings_owner` ON `bookings` (`owner_id`);--> statement-breakpoint
CREATE INDEX `bookings_due` ON `bookings` (`status`,`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_client` ON `bookings` (`user_id`,`client_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_intent` ON `bookings` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE TABLE `damage_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`reporter_id` integer NOT NULL,
	`description` text NOT NULL,
	`images` text NOT NULL,
	`repair_estimate` integer,
	`repair_invoice_url` text,
	`status` text DEFAULT 'pending_review' NOT NULL,
	`renter_response` text,
	`renter_response_images` text,
	`final_amount` integer,
	`stripe_payment_intent_id` text,
	`created_at` text NOT NULL,
	`status_changed_at` text NOT NULL,
	`reviewed_at` text,
	`resolved_at` text,
	`response_deadline` text NOT NULL,
	`client_id` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `damage_reports_booking` ON `damage_reports` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `damage_reports_client` ON `damage_reports` (`reporter_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `inspiration_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`image_url` text NOT NULL,
	`alt` text,
	`shape` text,
	`links` text DEFAULT '[]' NOT NULL,
	`tags` text NOT NULL,
	`created_at` text NOT NULL,
	`hidden_at` text,
	`deleted_at` text,
	`client_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `inspiration_posts_user` ON `inspiration_posts` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inspiration_posts_client` ON `inspiration_posts` (`user_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `listing_days` (
	`listing_id` integer NOT NULL,
	`day` text NOT NULL,
	`taken` integer NOT NULL,
	`capacity` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `day`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listing_days_room" CHECK("listing_days"."taken" BETWEEN 0 AND "listing_days"."capacity")
) STRICT;
--> statement-breakpoint
CREATE TABLE `listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`images` text NOT NULL,
	`main_image` text NOT NULL,
	`price_cents` integer NOT NULL,
	`category` text NOT NULL,
	`available` integer DEFAULT true NOT NULL,
	`terms` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`cancellation_preset` text DEFAULT 'standard' NOT NULL,
	`timezone` text NOT NULL,
	`street` text,
	`city` text,
	`state` text,
	`zip_code` text,
	`neighborhood` text,
	`hidden_at` text,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`client_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listings_price" CHECK("listings"."price_cents" > 0),
	CONSTRAINT "listings_quantity" CHECK("listings"."quantity" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `listings_user` ON `listings` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `listings_client` ON `listings` (`user_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `login_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`window_start` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `made_to_order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`images` text NOT NULL,
	`main_image` text NOT NULL,
	`price` integer NOT NULL,
	`category` text NOT NULL,
	`customization_options` text NOT NULL,
	`lead_time_in_days` integer NOT NULL,
	`terms` text NOT NULL,
	`created_at` text NOT NULL,
	`hidden_at` text,
	`deleted_at` text,
	`client_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "made_to_order_items_price" CHECK("made_to_order_items"."price" > 0),
	CONSTRAINT "made_to_order_items_lead" CHECK("made_to_order_items"."lead_time_in_days" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `made_to_order_items_user` ON `made_to_order_items` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `made_to_order_items_client` ON `made_to_order_items` (`user_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`purchase_id` integer,
	`sender_id` integer NOT NULL,
	`content` text NOT NULL,
	`created_at` text NOT NULL,
	`composed_at` text,
	`client_id` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`purchase_id`) REFERENCES `made_to_order_purchases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_thread" CHECK(("messages"."booking_id" IS NULL) <> ("messages"."purchase_id" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `messages_booking` ON `messages` (`booking_id`);--> statement-breakpoint
CREATE INDEX `messages_purchase` ON `messages` (`purchase_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `payment_ops` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`business_key` text NOT NULL,
	`kind` text NOT NULL,
	`booking_id` integer NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'new' NOT NULL,
	`provider_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`error_code` text,
	`created_at` text NOT NULL,
	`done_at` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_ops_business_key` ON `payment_ops` (`business_key`);--> statement-breakpoint
CREATE INDEX `payment_ops_due` ON `payment_ops` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `payment_ops_booking` ON `payment_ops` (`booking_id`);--> statement-breakpoint
CREATE TABLE `post_marks` (
	`kind` text NOT NULL,
	`post_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`kind`, `post_id`, `user_id`),
	FOREIGN KEY (`post_id`) REFERENCES `inspiration_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "post_marks_kind" CHECK("post_marks"."kind" IN ('like', 'save'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `post_marks_user` ON `post_marks` (`user_id`,`kind`);--> statement-breakpoint
CREATE TABLE `made_to_order_purchases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`seller_id` integer NOT NULL,
	`customizations` text NOT NULL,
	`delivery_address` text,
	`note` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`status_changed_at` text NOT NULL,
	`stripe_payment_intent_id` text,
	`total_amount` integer DEFAULT 0 NOT NULL,
	`refunded_amount` integer DEFAULT 0 NOT NULL,
	`estimated_delivery_date` text,
	`item_title` text NOT NULL,
	`item_photo` text NOT NULL,
	`terms` text NOT NULL,
	`created_at` text NOT NULL,
	`client_id` text,
	FOREIGN KEY (`item_id`) REFERENCES `made_to_order_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `purchases_user` ON `made_to_order_purchases` (`user_id`);--> statement-breakpoint
CREATE INDEX `purchases_seller` ON `made_to_order_purchases` (`seller_id`);--> statement-breakpoint
CREATE INDEX `purchases_item` ON `made_to_order_purchases` (`item_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_client` ON `made_to_order_purchases` (`user_id`,`client_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchases_intent` ON `made_to_order_purchases` (`stripe_payment_intent_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`state` text DEFAULT 'new' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`received_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `stripe_events_state` ON `stripe_events` (`state`);--> statement-breakpoint
CREATE TABLE `sync_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`open` integer NOT NULL,
	`base` integer NOT NULL,
	`epoch` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `sync_feed` (
	`scope` text NOT NULL,
	`coll` text NOT NULL,
	`rid` text NOT NULL,
	`seq` integer NOT NULL,
	`del` integer NOT NULL,
	PRIMARY KEY(`scope`, `coll`, `rid`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `sync_feed_scope_seq` ON `sync_feed` (`scope`,`seq`);--> statement-breakpoint
CREATE TABLE `sync_ops` (
	`user_id` integer NOT NULL,
	`op_id` text NOT NULL,
	`route` text NOT NULL,
	`body_hash` text NOT NULL,
	`status` integer NOT NULL,
	`answer` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`user_id`, `op_id`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `sync_ops_at` ON `sync_ops` (`at`);--> statement-breakpoint
CREATE TABLE `sync_scopes` (
	`scope` text PRIMARY KEY NOT NULL,
	`head` integer NOT NULL,
	`floor` integer NOT NULL,
	`n` integer NOT NULL,
	`sum` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `sync_scopes_head` ON `sync_scopes` (`head`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`tint` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_user_sha` ON `uploads` (`user_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `uploads_sha` ON `uploads` (`sha256`);--> statement-breakpoint
CREATE TABLE `user_blocked_dates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`reason` text,
	`created_at` text NOT NULL,
	`client_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "user_blocked_dates_range" CHECK("user_blocked_dates"."end_date" >= "user_blocked_dates"."start_date")
) STRICT;
--> statement-breakpoint
CREATE INDEX `user_blocked_dates_user` ON `user_blocked_dates` (`user_id`,`start_date`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_blocked_dates_client` ON `user_blocked_dates` (`user_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`stripe_account_id` text,
	`stripe_customer_id` text,
	`default_payment_method_id` text,
	`has_completed_stripe_onboarding` integer DEFAULT false NOT NULL,
	`profile_photo` text,
	`description` text,
	`street` text,
	`city` text,
	`state` text,
	`zip_code` text,
	`neighborhood` text,
	`has_completed_address_setup` integer DEFAULT false NOT NULL,
	`suspended_at` text,
	`created_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_account` ON `users` (`stripe_account_id`);--> statement-breakpoint
CREATE TABLE `write_guard` (
	`failed` integer,
	CONSTRAINT "write_guard_holds" CHECK("write_guard"."failed" = 0)
) STRICT;
