/** The folder of all leases, inside the storage. Alone in its file: it is asked for before the stores are loaded. */
export const leaseFolder = 'leases';
