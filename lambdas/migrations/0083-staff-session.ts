/**
 * Who is signed in is asked for each request of the console. RDS Proxy shares no named statement, so a statement would be planned each
 * time, which takes longer than running it. A function's plans are kept by each connection.
 */
export const staffSession = `
-- No row: nobody is signed in with this secret. A session that is idle for twelve hours, or a week old, is over.
CREATE FUNCTION staff_of_session(of_secret_hash text, confirmed_minutes int) RETURNS TABLE (
  staff_id uuid, name text, email text, level text, is_confirmed boolean, passkeys int, may_enrol boolean, roles json, is_stale boolean
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s.staff_id, p.name, p.email, s.level,
      coalesce(s.confirmed_at > clock_timestamp() - make_interval(mins => confirmed_minutes), false), keys.number,
      keys.number = 0 AND coalesce(p.enrol_until > clock_timestamp(), false),
      (SELECT coalesce(json_agg(json_build_object('role', r.role, 'raceId', r.race_id) ORDER BY r.given_at), '[]')
       FROM staff_role r WHERE r.staff_id = p.id),
      s.seen_at < clock_timestamp() - interval '1 minute'
    FROM staff_session s JOIN staff p ON p.id = s.staff_id,
      LATERAL (SELECT count(*)::int AS number FROM staff_passkey k WHERE k.staff_id = p.id) keys
    WHERE s.secret_hash = of_secret_hash AND p.state = 'active' AND s.ended_at IS NULL
      AND s.seen_at > clock_timestamp() - interval '12 hours' AND s.created_at > clock_timestamp() - interval '7 days';
END $$;
`;
