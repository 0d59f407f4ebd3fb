-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- 51b1ab26bc52873b01a4513781897b23052dc8ebffd2f567d87eb29b222377f2
SELECT 1;
