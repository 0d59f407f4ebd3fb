-- The lines of Transactions were a table beside the ledger; they become a view of it. What a line said of its waiting is kept by its sale.
UPDATE `sync_clock` SET `open` = 1, `base` = `seq`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `held_because` text;--> statement-breakpoint
CREATE INDEX `bookings_held` ON `bookings` (`held_because`) WHERE "bookings"."held_because" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `damage_reports` ADD `held_because` text;--> statement-breakpoint
ALTER TABLE `ledger_accounts` ADD `balance` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger_accounts` ADD `sent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_accounts_debit` ON `ledger_accounts` (`name`) WHERE "ledger_accounts"."balance" > 0;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `held_because` text;--> statement-breakpoint
ALTER TABLE `sync_clock` ADD `triggers` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `purchases_held` ON `made_to_order_purchases` (`held_because`) WHERE "made_to_order_purchases"."held_because" IS NOT NULL;--> statement-breakpoint
UPDATE `bookings` SET `held_because` = (SELECT `held_because` FROM `transactions` WHERE `booking_id` = `bookings`.`id` AND `type` <> 'damage' AND `held_because` IS NOT NULL) WHERE `id` IN (SELECT `booking_id` FROM `transactions` WHERE `type` <> 'damage' AND `held_because` IS NOT NULL);--> statement-breakpoint
UPDATE `made_to_order_purchases` SET `held_because` = (SELECT `held_because` FROM `transactions` WHERE `purchase_id` = `made_to_order_purchases`.`id` AND `held_because` IS NOT NULL) WHERE `id` IN (SELECT `purchase_id` FROM `transactions` WHERE `held_because` IS NOT NULL);--> statement-breakpoint
UPDATE `damage_reports` SET `held_because` = (SELECT `held_because` FROM `transactions` WHERE `booking_id` = `damage_reports`.`booking_id` AND `type` = 'damage' AND `held_because` IS NOT NULL) WHERE `booking_id` IN (SELECT `booking_id` FROM `transactions` WHERE `type` = 'damage' AND `held_because` IS NOT NULL);--> statement-breakpoint
DROP TABLE `transactions`;--> statement-breakpoint
-- A sealed transaction may be written as it is, so that its line reaches devices again; whatever changes it is refused.
DROP TRIGGER `ledger_txs_fixed`;--> statement-breakpoint
CREATE TRIGGER `ledger_txs_fixed` BEFORE UPDATE ON `ledger_txs` WHEN NEW.sealed <> 1 OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.dedupe <> OLD.dedupe OR NEW.at <> OLD.at OR NEW.booking_id IS NOT OLD.booking_id OR NEW.purchase_id IS NOT OLD.purchase_id BEGIN SELECT RAISE(ABORT, 'ledger: transactions are never changed'); END;--> statement-breakpoint
UPDATE `ledger_accounts` SET `balance` = coalesce((SELECT sum(`amount`) FROM `ledger_entries` WHERE `account_id` = `ledger_accounts`.`id`), 0), `sent` = coalesce((SELECT sum(`amount`) FROM `ledger_entries` JOIN `ledger_txs` ON `ledger_txs`.`id` = `tx_id` WHERE `account_id` = `ledger_accounts`.`id` AND `ledger_txs`.`kind` IN ('transfer', 'reversal')), 0);--> statement-breakpoint
CREATE TRIGGER `ledger_balances` AFTER INSERT ON `ledger_entries` BEGIN UPDATE `ledger_accounts` SET `balance` = `balance` + NEW.amount, `sent` = `sent` + NEW.amount * ((SELECT kind FROM ledger_txs WHERE id = NEW.tx_id) IN ('transfer', 'reversal')) WHERE id = NEW.account_id; END;--> statement-breakpoint
CREATE VIEW `earning_lines` AS
  SELECT t.id, coalesce(b.owner_id, p.seller_id) AS user_id,
    CASE WHEN t.kind = 'capture' AND t.booking_id IS NOT NULL THEN 'rental'
      WHEN t.kind = 'capture' THEN 'made_to_order'
      WHEN t.kind IN ('damage', 'damage_refund_returned') OR x.is_damage = 1 THEN 'damage'
      ELSE 'refund' END AS type,
    t.booking_id, t.purchase_id, coalesce(b.listing_title, p.item_title) AS title,
    (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.tx_id = t.id AND a.user_id IS NOT NULL) AS amount,
    (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.tx_id = t.id AND a.name IN ('fee_deferred', 'fee_revenue')) AS fee,
    CASE WHEN t.kind IN ('capture', 'refund_decided', 'dispute_lost') AND x.is_damage IS NOT 1
      AND coalesce(b.released_at, p.released_at) IS NULL THEN 'pending' ELSE 'available' END AS status,
    CASE WHEN t.kind = 'damage' THEN d.held_because ELSE coalesce(b.held_because, p.held_because) END AS held_because,
    CASE t.kind WHEN 'dispute_lost' THEN 'dispute' WHEN 'cancel_fee' THEN 'cancel_fee' END AS cause,
    t.at AS created_at, b.timezone, b.end_date, p.status AS order_status, p.status_changed_at AS order_status_changed_at
  FROM ledger_txs t
    LEFT JOIN bookings b ON b.id = t.booking_id
    LEFT JOIN made_to_order_purchases p ON p.id = t.purchase_id
    LEFT JOIN damage_reports d ON d.booking_id = t.booking_id
    LEFT JOIN payment_disputes x ON t.kind = 'dispute_lost' AND x.id = substr(t.dedupe, length('dispute-lost:') + 1)
  WHERE t.sealed = 1
    AND t.kind IN ('capture', 'refund_decided', 'damage', 'damage_refund', 'damage_refund_returned', 'dispute_lost', 'cancel_fee')
    AND EXISTS (SELECT 1 FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.tx_id = t.id AND (a.user_id IS NOT NULL OR a.name IN ('fee_deferred', 'fee_revenue')));--> statement-breakpoint
-- A line bears the number of its ledger transaction: devices drop the old numbers and get the lines under the new ones.
UPDATE `sync_feed` SET `del` = 1, `seq` = `gone`.`n` FROM (SELECT `scope` AS `s`, `rid` AS `r`, (SELECT `seq` FROM `sync_clock`) + row_number() OVER () AS `n` FROM `sync_feed` WHERE `coll` = 'transaction') AS `gone` WHERE `coll` = 'transaction' AND `scope` = `gone`.`s` AND `rid` = `gone`.`r`;--> statement-breakpoint
UPDATE `sync_clock` SET `seq` = max(`seq`, (SELECT coalesce(max(`seq`), 0) FROM `sync_feed`));--> statement-breakpoint
INSERT INTO `sync_feed` (`scope`, `coll`, `rid`, `seq`, `del`) SELECT 'u:' || `user_id`, 'transaction', CAST(`id` AS TEXT), (SELECT `seq` FROM `sync_clock`) + row_number() OVER (ORDER BY `id`), 0 FROM `earning_lines` WHERE true ON CONFLICT (`scope`, `coll`, `rid`) DO UPDATE SET `seq` = excluded.`seq`, `del` = 0;--> statement-breakpoint
UPDATE `sync_clock` SET `seq` = max(`seq`, (SELECT coalesce(max(`seq`), 0) FROM `sync_feed`));
