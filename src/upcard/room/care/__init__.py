"""Looking after a room: audits, backups, copies, archives, upgrades and recovery."""
