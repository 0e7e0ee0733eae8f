import * as v from 'valibot'
import * as vscode from 'vscode'
import { hasZones } from '../../api/providers.ts'
import { omittedFrom } from '../../api/omitted.ts'
import { withOwnRegion } from '../../inventory/refs.ts'
import type { Parts } from '../../parts.ts'
import { plain, visible } from '../../texts.ts'
import { noZonesText } from '../../ui/prompts/validation.ts'
import { findAccount, projectFor, zonesFailure } from './findAccount.ts'
import { requireConnectionByName } from './modelErrors.ts'
import { firstOf } from './modelJson.ts'
import { createTool, type Tool } from './tool.ts'

/** The tool’s input, as in package.json. */
const ListZonesInput = v.strictObject({
  provider: v.pipe(v.string(), v.toLowerCase()),
  cloudAccount: v.string(),
  region: v.string(),
  project: v.optional(v.string()),
  connection: v.optional(v.string()),
})

/** More than any region has. */
const maxZones = 200

/** Lists the zones of a region, always from the service; pins nothing. */
export function createListZonesTool({ connections, tracked, clouds }: Parts): Tool {
  return createTool({
    schema: ListZonesInput,
    prepare: ({ region }) => ({
      invocationMessage: plain(vscode.l10n.t('Listing zones in {0}', visible(region))),
    }),

    async run({ provider, cloudAccount, region, project: named, connection: name }, signal) {
      const connection = requireConnectionByName(connections, name)
      if (!hasZones(provider)) throw new Error(noZonesText(provider))
      const account = await findAccount(connection, provider, cloudAccount, tracked, clouds)
      const project = projectFor(provider, named)
      const place = withOwnRegion({ ...account, region, project })
      const result = await clouds.zones.refetch(place, signal)
      if ('error' in result) throw zonesFailure(result.error, account)
      const { shown, leftOut } = firstOf(result.value, maxZones)
      const omitted = omittedFrom(result.value)
      return {
        connection: connection.name,
        provider,
        cloudAccount: { name: account.name, uid: account.cloudAccountUid },
        ...(place.region !== '' && { region: place.region }),
        zones: shown,
        ...(omitted > 0 && { zonesNotShown: omitted }),
        ...(leftOut !== undefined && {
          zonesLeftOut: leftOut,
          incomplete: 'The user can see the other zones in the Zones view of Poolkeeper.',
        }),
      }
    },
  })
}
