-- Addresses of uploads are stored as paths: those that were stored with an origin in front lose the origin.
UPDATE `sync_clock` SET `open` = 1, `base` = `seq`;
--> statement-breakpoint
UPDATE `users` SET `profile_photo` = substr(`profile_photo`, -77) WHERE `profile_photo` LIKE 'http%://%/uploads/%.jpg' AND substr(`profile_photo`, -77, 9) = '/uploads/' AND substr(`profile_photo`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `listings` SET `main_image` = substr(`main_image`, -77) WHERE `main_image` LIKE 'http%://%/uploads/%.jpg' AND substr(`main_image`, -77, 9) = '/uploads/' AND substr(`main_image`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `bookings` SET `listing_photo` = substr(`listing_photo`, -77) WHERE `listing_photo` LIKE 'http%://%/uploads/%.jpg' AND substr(`listing_photo`, -77, 9) = '/uploads/' AND substr(`listing_photo`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `damage_reports` SET `repair_invoice_url` = substr(`repair_invoice_url`, -77) WHERE `repair_invoice_url` LIKE 'http%://%/uploads/%.jpg' AND substr(`repair_invoice_url`, -77, 9) = '/uploads/' AND substr(`repair_invoice_url`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `made_to_order_items` SET `main_image` = substr(`main_image`, -77) WHERE `main_image` LIKE 'http%://%/uploads/%.jpg' AND substr(`main_image`, -77, 9) = '/uploads/' AND substr(`main_image`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `made_to_order_purchases` SET `item_photo` = substr(`item_photo`, -77) WHERE `item_photo` LIKE 'http%://%/uploads/%.jpg' AND substr(`item_photo`, -77, 9) = '/uploads/' AND substr(`item_photo`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `inspiration_posts` SET `image_url` = substr(`image_url`, -77) WHERE `image_url` LIKE 'http%://%/uploads/%.jpg' AND substr(`image_url`, -77, 9) = '/uploads/' AND substr(`image_url`, -68, 64) IN (SELECT `sha256` FROM `uploads`);
--> statement-breakpoint
UPDATE `listings` SET `images` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`listings`.`images`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `listings`.`images` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `images` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `damage_reports` SET `images` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`damage_reports`.`images`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `damage_reports`.`images` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `images` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `damage_reports` SET `renter_response_images` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`damage_reports`.`renter_response_images`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `damage_reports`.`renter_response_images` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `renter_response_images` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `made_to_order_items` SET `images` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`made_to_order_items`.`images`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `made_to_order_items`.`images` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `images` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `handovers` SET `photos` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`handovers`.`photos`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `handovers`.`photos` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `photos` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `drafts` SET `fields` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`drafts`.`fields`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `drafts`.`fields` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `fields` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `drafts` SET `others` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`drafts`.`others`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `drafts`.`others` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `others` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `drafts` SET `earlier` = (
	WITH RECURSIVE
	`found` AS (SELECT DISTINCT `atom` AS `address` FROM json_tree(`drafts`.`earlier`) WHERE `type` = 'text' AND `atom` LIKE 'http%://%/uploads/%.jpg' AND substr(`atom`, -77, 9) = '/uploads/' AND substr(`atom`, -68, 64) IN (SELECT `sha256` FROM `uploads`)),
	`numbered` AS (SELECT row_number() OVER () AS `n`, `address` FROM `found`),
	`rewritten` AS (
		SELECT 0 AS `n`, `drafts`.`earlier` AS `content`
		UNION ALL
		SELECT `numbered`.`n`, replace(`content`, json_quote(`address`), json_quote(substr(`address`, -77)))
		FROM `rewritten` JOIN `numbered` ON `numbered`.`n` = `rewritten`.`n` + 1
	)
	SELECT `content` FROM `rewritten` ORDER BY `n` DESC LIMIT 1
) WHERE `earlier` LIKE '%://%/uploads/%';
--> statement-breakpoint
UPDATE `sync_clock` SET `open` = 0;
--> statement-breakpoint
-- From here on a row shows others only what its author has uploaded. Until now everybody could see every upload: whoever named
-- somebody else's counts as having uploaded it too.
INSERT OR IGNORE INTO `uploads` (`user_id`, `sha256`, `bytes`, `width`, `height`, `tint`, `created_at`)
SELECT `author`, `sha256`, `bytes`, `width`, `height`, `tint`, `created_at` FROM (
	SELECT `id` AS `author`, `profile_photo` AS `address` FROM `users`
	UNION
	SELECT `user_id` AS `author`, `main_image` AS `address` FROM `listings`
	UNION
	SELECT `user_id` AS `author`, `value` AS `address` FROM `listings`, json_each(`listings`.`images`)
	UNION
	SELECT `owner_id` AS `author`, `listing_photo` AS `address` FROM `bookings`
	UNION
	SELECT `reporter_id` AS `author`, `value` AS `address` FROM `damage_reports`, json_each(`damage_reports`.`images`)
	UNION
	SELECT `reporter_id` AS `author`, `repair_invoice_url` AS `address` FROM `damage_reports`
	UNION
	SELECT `user_id` AS `author`, `main_image` AS `address` FROM `made_to_order_items`
	UNION
	SELECT `user_id` AS `author`, `value` AS `address` FROM `made_to_order_items`, json_each(`made_to_order_items`.`images`)
	UNION
	SELECT `seller_id` AS `author`, `item_photo` AS `address` FROM `made_to_order_purchases`
	UNION
	SELECT `user_id` AS `author`, `value` AS `address` FROM `handovers`, json_each(`handovers`.`photos`)
	UNION
	SELECT `user_id` AS `author`, `image_url` AS `address` FROM `inspiration_posts`
	UNION
	SELECT `bookings`.`user_id` AS `author`, `value` AS `address` FROM `damage_reports`
		JOIN `bookings` ON `bookings`.`id` = `booking_id`, json_each(`renter_response_images`)
) JOIN `uploads` ON `sha256` = substr(`address`, -68, 64)
WHERE substr(`address`, -77, 9) = '/uploads/' GROUP BY `author`, `sha256`;
