-- Money that went back of a payment for damage waits for the claim's reason, not for the rental's.
UPDATE `sync_clock` SET `open` = 1, `base` = `seq`;--> statement-breakpoint
DROP VIEW `earning_lines`;--> statement-breakpoint
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
    CASE WHEN t.kind IN ('damage', 'damage_refund', 'damage_refund_returned') OR x.is_damage = 1 THEN d.held_because ELSE coalesce(b.held_because, p.held_because) END AS held_because,
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
UPDATE `ledger_txs` SET `id` = `id` WHERE `sealed` = 1 AND (`kind` IN ('damage_refund', 'damage_refund_returned') OR (`kind` = 'dispute_lost' AND `dedupe` IN (SELECT 'dispute-lost:' || `id` FROM `payment_disputes` WHERE `is_damage` = 1)));
