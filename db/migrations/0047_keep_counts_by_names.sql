-- What was counted as [[key, {name: count}], …] is kept as [[names, [[key, counts], …]], …].
CREATE FUNCTION counts_by_names(counts jsonb) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(json_agg(json_build_array(names, groups) ORDER BY names), '[]')
  FROM (
    SELECT names, json_agg(json_build_array(key, numbers) ORDER BY key) AS groups
    FROM (
      SELECT g.counted ->> 0 AS key, array_agg(n.name ORDER BY n.name) AS names,
        array_agg(n.value::bigint ORDER BY n.name) AS numbers
      FROM jsonb_array_elements(counts) WITH ORDINALITY g(counted, place)
      CROSS JOIN LATERAL jsonb_each(g.counted -> 1) n(name, value)
      GROUP BY g.place, g.counted
    ) named
    GROUP BY names
  ) alike
$$;
--> statement-breakpoint
ALTER TABLE "observed_days" ALTER COLUMN "counts" SET DATA TYPE json USING counts_by_names("counts");--> statement-breakpoint
ALTER TABLE "observed_hours" ALTER COLUMN "counts" SET DATA TYPE json USING counts_by_names("counts");--> statement-breakpoint
DROP FUNCTION counts_by_names(jsonb);
