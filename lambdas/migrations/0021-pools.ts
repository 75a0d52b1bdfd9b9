/** Things besides spots of which there are only so many, and what a registration consists of, line by line. */
export const pools = `
-- One limited thing: a variant of an item, a code, or the places of a team.
CREATE TABLE pool (
  id uuid PRIMARY KEY,
  race_id text NOT NULL REFERENCES race,
  kind text NOT NULL CHECK (kind IN ('item', 'code', 'team')),
  -- Which item and variant, as "shirt/m", or the id of the code or team.
  ref text NOT NULL,
  -- How many units there are to be. Like a capacity, it may be lowered before the last units come back.
  stock integer NOT NULL CHECK (stock >= 0),
  -- The first number never yet used.
  next_number integer NOT NULL DEFAULT 1 CHECK (next_number > 0),
  current_block uuid,
  UNIQUE (race_id, kind, ref)
);

-- One row per unit. block IS NULL means sellable, and nothing else does.
CREATE TABLE unit (
  pool_id uuid NOT NULL REFERENCES pool,
  number integer NOT NULL,
  block uuid,
  PRIMARY KEY (pool_id, number),
  UNIQUE (pool_id, number, block)
) WITH (fillfactor = 50);
CREATE INDEX unit_sellable ON unit (pool_id, number) WHERE block IS NULL;

-- A run of units cut for dealing from memcached. numbers never changes: the n-th dealt is numbers[n].
CREATE TABLE unit_block (
  id uuid PRIMARY KEY,
  pool_id uuid NOT NULL REFERENCES pool,
  -- Set for a direct claim: only this registration may use it.
  owner uuid,
  numbers integer[] NOT NULL,
  deal_until timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  closed boolean NOT NULL DEFAULT false,
  -- The race's, as it was when the block was cut: the claims of it last so long.
  hold_seconds smallint NOT NULL,
  -- Nobody can get a number of it any more: each has its line, or went elsewhere. It stays so.
  is_full boolean NOT NULL DEFAULT false
);
CREATE INDEX unit_block_open ON unit_block (pool_id, closes_at) WHERE NOT closed;
CREATE INDEX unit_block_not_full ON unit_block (pool_id, closes_at) WHERE NOT closed AND NOT is_full;
CREATE INDEX unit_block_owner ON unit_block (owner, pool_id) WHERE NOT closed AND owner IS NOT NULL;

-- What a registration consists of and costs. A given line of a pool holds its unit: UNIQUE (pool_id, unit) is why nothing
-- is given twice.
CREATE TABLE registration_line (
  registration_id uuid NOT NULL REFERENCES registration,
  position smallint NOT NULL CHECK (position >= 0),
  kind text NOT NULL CHECK (kind IN ('entry', 'item', 'donation', 'fee', 'code', 'team')),
  -- What it is, by the ids of the form that explains the registration.
  ref text NOT NULL,
  -- The name of the price, which no form explains.
  label text CHECK (label IS NULL OR kind = 'entry'),
  -- What it costs without discounts, and with them.
  list integer NOT NULL,
  amount integer NOT NULL CHECK (amount BETWEEN 0 AND list),
  pool_id uuid REFERENCES pool,
  unit integer,
  block uuid,
  -- Who uses a code of which each person has one use.
  person text,
  -- short: paid for in time, and could not be given, so it is not charged. over: a use of a code beyond its limit.
  state text NOT NULL CHECK (state IN ('given', 'short', 'over', 'returned', 'moved')),
  -- How much of it was given back.
  refund integer CHECK (refund BETWEEN 0 AND amount),
  handed_out_at timestamptz,
  PRIMARY KEY (registration_id, position),
  CONSTRAINT line_has_its_unit_alone UNIQUE (pool_id, unit),
  CONSTRAINT line_holds_its_unit FOREIGN KEY (pool_id, unit, block) REFERENCES unit (pool_id, number, block),
  CONSTRAINT line_names_unit_and_block CHECK ((unit IS NULL) = (block IS NULL)),
  CONSTRAINT line_names_the_pool_of_its_unit CHECK (unit IS NULL OR pool_id IS NOT NULL),
  CONSTRAINT line_is_given_with_a_unit CHECK (pool_id IS NULL OR (unit IS NOT NULL) = (state = 'given')),
  CONSTRAINT line_that_is_short_costs_nothing CHECK (state <> 'short' OR amount = 0),
  CONSTRAINT line_is_over_for_a_code_alone CHECK (state <> 'over' OR kind = 'code')
);

-- As analyze_spots: new stock brings thousands of units at once.
CREATE FUNCTION analyze_units() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  ANALYZE public.unit, public.pool;
END $$;
`;
