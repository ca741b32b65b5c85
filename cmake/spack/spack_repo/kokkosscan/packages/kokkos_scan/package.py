# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class KokkosScan(CMakePackage, CudaPackage, ROCmPackage):
    """Prefix sums, partitions, histograms and extraction of bins on Kokkos: from the
    host and inside kernels, on CUDA, HIP and OpenMP."""

    license("Apache-2.0 WITH LLVM-exception")

    # There is no release yet: `spack develop` (see spack.yaml) builds a checkout.
    version("0.1.0")

    variant("openmp", default=False, description="Use Kokkos' OpenMP backend")
    variant("shared", default=True, description="Build a shared library")
    variant("benchmarks", default=False, description="Build and install the benchmarks")
    # cuda, cuda_arch, rocm and amdgpu_target come with the base classes.

    depends_on("cxx", type="build")
    depends_on("cmake@3.24:", type="build")
    depends_on("kokkos@4.5:")
    depends_on("googletest", type="test")
    depends_on("benchmark", when="+benchmarks")

    conflicts("^kokkos +cmake_lang", msg="the sources are compiled as C++")
    # Kokkos 4 is C++17 unless asked.
    depends_on("kokkos cxxstd=20", when="^kokkos@:4")
    depends_on("kokkos +openmp", when="+openmp")
    depends_on("kokkos +cuda +wrapper", when="+cuda")
    depends_on("kokkos +cuda_lambda", when="+cuda ^kokkos@:4")
    depends_on("kokkos-nvcc-wrapper", when="+cuda")
    depends_on("kokkos +rocm", when="+rocm")
    for _arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos cuda_arch={_arch}", when=f"+cuda cuda_arch={_arch}")
    for _arch in ROCmPackage.amdgpu_targets:
        depends_on(f"kokkos amdgpu_target={_arch}", when=f"+rocm amdgpu_target={_arch}")
    conflicts("+cuda", when="+rocm", msg="Kokkos has CUDA or ROCm, not both")
    # Kokkos before 4.7 does not compile with CUDA 13.
    conflicts("^cuda@13:", when="+cuda ^kokkos@:4.6")
    conflicts("%gcc@:11", msg="C++20 as g++ 12 has it is needed")

    def cmake_args(self):
        devices = [
            device
            for variant_name, device in (("openmp", "OPENMP"), ("cuda", "CUDA"), ("rocm", "HIP"))
            if self.spec.satisfies(f"+{variant_name}")
        ]
        args = [
            self.define("KokkosScan_REQUIRE_DEVICES", ";".join(devices)),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("KokkosScan_ENABLE_TESTS", self.run_tests),
            self.define_from_variant("KokkosScan_ENABLE_BENCHMARKS", "benchmarks"),
            self.define_from_variant("KokkosScan_INSTALL_BENCHMARKS", "benchmarks"),
            self.define("KokkosScan_ENABLE_EXAMPLES", False),
            # A baseline of the benchmarks, which would depend on what the machine has.
            self.define("CMAKE_DISABLE_FIND_PACKAGE_TBB", True),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos-nvcc-wrapper"].kokkos_cxx))
        elif self.spec.satisfies("+rocm"):
            args.append(self.define("CMAKE_CXX_COMPILER", self.spec["hip"].hipcc))
        return args
