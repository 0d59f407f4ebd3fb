-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- 2970a2189da651a1f171392990f83d97101abbbba16d06378da27a79e33a71dd
SELECT 1;
