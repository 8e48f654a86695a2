"""Parts of scripts/check-shared and scripts/clickhouse-cluster."""
