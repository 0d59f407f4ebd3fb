-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- 5684d2c9f47fd51205a5674637b227fac9e6b50462aefd071b5bfd064aac57ef
-- The stars of accounts that are closed already count again.
UPDATE `sync_clock` SET `open` = 1, `base` = `seq`;
--> statement-breakpoint
UPDATE `listings` SET (`review_count`, `review_stars`) = (SELECT count(*), coalesce(sum(r.`stars`), 0) FROM `reviews` r JOIN `users` a ON a.`id` = r.`author_id`
    WHERE r.`listing_id` = `listings`.`id` AND r.`revealed_at` IS NOT NULL AND r.`hidden_at` IS NULL AND (a.`suspended_at` IS NULL OR a.`closed_at` IS NOT NULL))
WHERE `id` IN (SELECT r.`listing_id` FROM `reviews` r JOIN `users` a ON a.`id` = r.`author_id` WHERE a.`closed_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `made_to_order_items` SET (`review_count`, `review_stars`) = (SELECT count(*), coalesce(sum(r.`stars`), 0) FROM `reviews` r JOIN `users` a ON a.`id` = r.`author_id`
    WHERE r.`item_id` = `made_to_order_items`.`id` AND r.`revealed_at` IS NOT NULL AND r.`hidden_at` IS NULL AND (a.`suspended_at` IS NULL OR a.`closed_at` IS NOT NULL))
WHERE `id` IN (SELECT r.`item_id` FROM `reviews` r JOIN `users` a ON a.`id` = r.`author_id` WHERE a.`closed_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `users` SET (`review_count`, `review_stars`) = (SELECT count(*), coalesce(sum(r.`stars`), 0) FROM `reviews` r JOIN `users` a ON a.`id` = r.`author_id`
    WHERE r.`subject_id` = `users`.`id` AND r.`revealed_at` IS NOT NULL AND r.`hidden_at` IS NULL AND (a.`suspended_at` IS NULL OR a.`closed_at` IS NOT NULL))
WHERE `id` IN (SELECT r.`subject_id` FROM `reviews` r JOIN `users` a ON a.`id` = r.`author_id` WHERE a.`closed_at` IS NOT NULL);
