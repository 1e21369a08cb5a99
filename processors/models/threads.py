"""One BLAS thread for this process: with two on two busy cores USE falls from 460 to 85-171 sentences a second."""

from __future__ import annotations


def one_blas_thread() -> None:
    """Limit the BLAS libraries loaded so far to one thread. Vectors are the same either way; it is about speed.

    Works where threadpoolctl is installed; elsewhere start the process with OPENBLAS_NUM_THREADS=1 (and
    OMP_NUM_THREADS=1), which the deployment files do. Called by the adapters when they load, never on import.
    """
    try:
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # it ships no types
    except ImportError:
        return
    # Not used as a context manager on purpose: the limit stays. Entering and leaving it per call from many threads
    # would restore the wrong count.
    threadpool_limits(limits=1, user_api="blas")
