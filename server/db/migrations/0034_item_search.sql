CREATE TABLE `item_search_state` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	CONSTRAINT "item_search_state_one" CHECK("item_search_state"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE `item_words` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`word` text NOT NULL,
	`n` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `item_words_word` ON `item_words` (`word`);--> statement-breakpoint
CREATE INDEX `item_words_unused` ON `item_words` (`n`) WHERE n <= 0;--> statement-breakpoint
CREATE INDEX `made_to_order_items_price` ON `made_to_order_items` (`price`,`id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `item_texts` USING fts5(title, labels, description, filters, tokenize = 'unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE VIRTUAL TABLE `item_word_parts` USING fts5(word, content = '', contentless_delete = 1, tokenize = 'trigram');--> statement-breakpoint
CREATE TRIGGER `item_words_added` AFTER INSERT ON `item_words` BEGIN INSERT INTO `item_word_parts` (`rowid`, `word`) VALUES (NEW.`id`, '  ' || NEW.`word` || '  '); END;--> statement-breakpoint
CREATE TRIGGER `item_words_gone` AFTER DELETE ON `item_words` BEGIN DELETE FROM `item_word_parts` WHERE `rowid` = OLD.`id`; END;
