import { cachePerObject } from "@toolgate/core"
import { openStore, type StoreReference } from "@toolgate/stores"

/** Opens a gate's database once, for all parts that use it. */
export const databaseOf = cachePerObject((store: StoreReference) => openStore(store.at))
