// What an application is told on which clusters: the same where the same configs and schemas apply, and where what their
// expressions read is the same.
import { type Layer, merge, type Merged, type SchemaLayer } from '#lib/domain/configuration/merge.ts'
import { labelsOf } from '#lib/domain/objects/object-json.ts'
import type { Application, Cluster, Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  bitsOf,
  differ,
  idsIn,
  intersect,
  isEmpty,
  NO_BITS,
  unite,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { toldOf } from '#lib/domain/values/told.ts'
import { configurationOf, type Selection } from './configuration.ts'
import type { Fleet } from './fleet.ts'
import { partsBySelection } from './parts-by-selection.ts'
