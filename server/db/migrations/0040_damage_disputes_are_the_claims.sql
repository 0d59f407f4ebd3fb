-- A booking says what banks decide about the rental; about the payment for damage they decide with the claim.
UPDATE `sync_clock` SET `open` = 1, `base` = `seq`;
--> statement-breakpoint
UPDATE `damage_reports` SET
  `held_because` = CASE WHEN EXISTS (SELECT 1 FROM `payment_disputes` d WHERE d.`booking_id` = `damage_reports`.`booking_id` AND d.`is_damage` = 1 AND d.`state` = 'open')
    THEN 'dispute' ELSE `held_because` END
WHERE EXISTS (SELECT 1 FROM `payment_disputes` d WHERE d.`booking_id` = `damage_reports`.`booking_id` AND d.`is_damage` = 1);
--> statement-breakpoint
UPDATE `bookings` SET
  `held_because` = CASE WHEN `held_because` = 'dispute'
    AND NOT EXISTS (SELECT 1 FROM `payment_disputes` d WHERE d.`booking_id` = `bookings`.`id` AND d.`is_damage` = 0 AND d.`state` = 'open')
    THEN NULL ELSE `held_because` END,
  `dispute_state` = (SELECT d.`state` FROM `payment_disputes` d WHERE d.`booking_id` = `bookings`.`id` AND d.`is_damage` = 0
    ORDER BY d.`state` = 'open' DESC, d.`state` = 'lost' DESC LIMIT 1)
WHERE EXISTS (SELECT 1 FROM `payment_disputes` d WHERE d.`booking_id` = `bookings`.`id` AND d.`is_damage` = 1);
