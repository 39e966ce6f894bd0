// What an action may be on.
import type { KindOwned } from '#lib/domain/objects/kinds.ts'

/** What an action is on. `team` is the owning team's name; a policy without one is the platform's. */
export type Resource =
  | { readonly kind: KindOwned<'platform'> }
  | { readonly kind: KindOwned<'team' | 'itself'>; readonly team: string }
  | {
      readonly kind: KindOwned<'team-or-platform'>
      readonly team: string | null
      /** Of the platform's: teams with applications that it selects, as far as that was looked up. */
      readonly concerning?: readonly string[]
    }
  | { readonly kind: 'tenant' }
  /** What clusters pull: it shows every team's placements. */
  | { readonly kind: 'repository' }
  /** Which groups give which role, and where the tenant's repository is. */
  | { readonly kind: 'settings' }
  /** `owner` is a principal; null: any owner, so that only those who may act on everybody's tokens may. */
  | { readonly kind: 'token'; readonly owner: string | null }
  /** Somebody's own view of a list. `owner` is a principal; null: anybody's. */
  | { readonly kind: 'saved-view'; readonly owner: string | null }
  | { readonly kind: 'team-view'; readonly team: string }
  | { readonly kind: 'audit' }
  /** Writing one's own means asking and withdrawing. `asker` is a principal; null: anybody, as for deciding. */
  | { readonly kind: 'team-request'; readonly asker: string | null }
  /** What a team asks for, besides what it has. Writing it means asking. */
  | { readonly kind: 'team-wish'; readonly team: string }
  /** That a cluster registers itself. `secret` is the principal of a registration token; null: none. */
  | { readonly kind: 'registration'; readonly secret: string | null }
  /** What was made of a saved report. `team` null: of the platform's. */
  | { readonly kind: 'report-file'; readonly team: string | null }
  /** What a cluster reports of itself. `cluster` is its name; null: any. */
  | { readonly kind: 'report'; readonly cluster: string | null }
  /** Of applications of the team. Writing one is to announce it. */
  | { readonly kind: 'version'; readonly team: string }
  /** The same of an application that its team shows to the whole tenant. */
  | { readonly kind: SharedKind; readonly team: string; readonly visibility: 'tenant' }
  /**
   * By which a Git host announces versions of the team's applications. `team` null: by which the host of the tenant's repository
   * tells what happened there.
   */
  | { readonly kind: 'hook'; readonly team: string | null }
  /** What happened in the tenant's repository. Writing it is to tell of it. */
  | { readonly kind: 'repository-event' }
  /** Writing one is to start it, and to hold it up, end it or take it back. `team` owns the application. */
  | { readonly kind: 'rollout'; readonly team: string }
  /** That a cluster keeps its version of an application until a date. `team` owns the application. */
  | { readonly kind: 'hold'; readonly team: string }
  /** What is said at the gates of a rollout, by those whose group the gate names. */
  | { readonly kind: 'approval'; readonly team: string }
  /** Passing a gate that doesn’t hold, by overriders of the environment and admins. */
  | { readonly kind: 'override'; readonly team: string }
  /** What a program says of a wave of a rollout: that what it checked is well, or isn’t. */
  | { readonly kind: 'check'; readonly team: string }
  /**
   * On which clusters a policy's applications are placed, where a scheduler chooses. `team` owns the policy; null: the platform.
   * `scheduler` null: none chooses.
   */
  | { readonly kind: 'decision'; readonly team: string | null; readonly scheduler: string | null }
  /** Numbers of clusters by which some are preferred. */
  | { readonly kind: 'score' }
  /** In which changes wait for a branch. Writing it is to open it again; `deployers` are the groups that roll out there. */
  | { readonly kind: 'pull-request'; readonly deployers: readonly string[] }
  /** What a cluster runs that Berth didn't make: whose it is, nobody knows. */
  | { readonly kind: 'foreign-application' }
  /** What somebody may do. `principal` null: anybody. */
  | { readonly kind: 'person'; readonly principal: string | null }

/** What the rest of a tenant may read of an application where its team lets it. */
export type SharedKind = 'application' | 'version'
