/** A new race brings thousands of spots at once, and plans made on an empty table would meet the opening minute. */
export const analyzeSpots = `
-- ANALYZE is the table owner's to run (PostgreSQL 17 has MAINTAIN for it, 16 does not).
CREATE FUNCTION analyze_spots() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  ANALYZE public.spot, public.event, public.race, public.price;
END $$;
`;
