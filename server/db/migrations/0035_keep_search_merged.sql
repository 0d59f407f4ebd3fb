-- A search reads each piece of its index. Two pieces of a size become one with the writes that make them; by default four do.
INSERT INTO `listing_texts` (`listing_texts`, `rank`) VALUES ('automerge', 2);--> statement-breakpoint
INSERT INTO `item_texts` (`item_texts`, `rank`) VALUES ('automerge', 2);
