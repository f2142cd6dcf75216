// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run_texts.h"

#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"

#include <algorithm>
#include <iterator>

namespace nestloom::app {

namespace {

template <typename Entry>
std::vector<Entry> calledLike(const std::vector<Entry>& entries, const std::string& name)
{
    std::vector<Entry> found;
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(found),
                 [&name](const Entry& entry) { return entry.name.toStdString() == name; });
    return found;
}

} // namespace

RunTexts::RunTexts(const ui::ScheduleRequest& request, const std::vector<ui::AcceleratorEntry>& accelerators,
                   const std::vector<ui::NetworkEntry>& networks)
    : m_accelerators(calledLike(accelerators, request.accelerator.name)),
      m_networks(calledLike(networks, request.network.name))
{
}

void RunTexts::addTo(store::RunInputs& inputs) const
{
    for (const ui::AcceleratorEntry& entry : m_accelerators) {
        const std::string yaml = entry.yaml.toStdString();
        if (const auto parsed = io::parseAccelerator(yaml, entry.path.toStdString());
            parsed && *parsed == inputs.accelerator)
            inputs.acceleratorYaml = yaml;
    }
    for (const ui::NetworkEntry& entry : m_networks) {
        const std::string yaml = entry.yaml.toStdString();
        if (io::namesBuilder(yaml))
            continue;
        if (const auto parsed = io::parseNetwork(yaml, entry.path.toStdString()); parsed && *parsed == inputs.network)
            inputs.networkYaml = yaml;
    }
    if (inputs.acceleratorYaml.empty())
        inputs.acceleratorYaml = io::writeAccelerator(inputs.accelerator);
    if (inputs.networkYaml.empty())
        inputs.networkYaml = io::writeNetwork(inputs.network);
}

} // namespace nestloom::app
