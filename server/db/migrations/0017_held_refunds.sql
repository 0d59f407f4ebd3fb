-- A refund in dispute is held by the dispute itself; the state `waiting` is left to orders.
UPDATE `payment_ops` SET `state` = 'new' WHERE `kind` = 'refund' AND `state` = 'waiting' AND `booking_id` IS NOT NULL;
