-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- 35d942473b4a8645f660c1dc157361966de4934fdea8a36a5943e3bd32b41f78
SELECT 1;
