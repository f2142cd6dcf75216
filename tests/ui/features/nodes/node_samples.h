// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/schedule/kapla/node_run.h"
#include "tests/places.h"
#include "tests/support/read_file.h"

namespace nestloom::tests {

inline std::string presetText(const char* path)
{
    return bytesOf(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/") + QLatin1String(path)).toStdString();
}

inline hardware::Accelerator presetAccelerator(const char* path)
{
    return *io::parseAccelerator(presetText(path), path);
}

inline workload::Network alexnet() { return *io::parseNetwork(presetText("networks/alexnet.yaml"), "alexnet.yaml"); }

/// Quick to schedule, with segments of several layers.
inline kapla::NodeRunOptions quickOptions()
{
    kapla::NodeRunOptions options;
    options.batch = 4;
    return options;
}

/// AlexNet on 4x4 nodes; scheduled once for all tests of a program.
inline const kapla::NodeRun& sampleNodeRun()
{
    static const kapla::NodeRun run =
        *kapla::scheduleOnNodes(presetAccelerator("accelerators/kapla-4x4.yaml"), alexnet(), quickOptions());
    return run;
}

} // namespace nestloom::tests
