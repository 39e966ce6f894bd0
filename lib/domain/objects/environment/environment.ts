import { z } from 'zod'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { normaliseGroupId } from '../team/group-id.ts'
import { environmentKind } from './environment-kind.ts'

const text = z.string()
const groups = z.array(z.strictObject({ id: text.overwrite((id) => normaliseGroupId(id) ?? id) }))

const fields = {
  name: required(text, {
    description: 'What its clusters have in their field `environment`.',
    examples: ['prod'],
  }),
  description: withDefault(text, ''),
  protected: withDefault(z.boolean(), false, {
    description: 'Whether only its deployers may save what moves a placement on its clusters.',
  }),
  deployers: withDefault(groups, [], {
    description: 'Groups whose members may move placements there while it is protected.',
  }),
  overriders: withDefault(groups, [], {
    description:
      'Groups whose members may, too, and who may override what stops a save; admins always may.',
  }),
}

function decode(sent: Sent<typeof fields>) {
  const { name, description, deployers, overriders } = sent
  return accepted({
    kind: environmentKind.kind,
    name,
    description,
    protected: sent.protected,
    deployers,
    overriders,
  })
}

export type Environment = Decoded<typeof decode>

function encode(environment: Environment): Answered<typeof fields> {
  const { name, description, deployers, overriders } = environment
  return { name, description, protected: environment.protected, deployers, overriders }
}

export const environmentCodec = { ...schemasOf(environmentKind.type, fields), decode, encode }
